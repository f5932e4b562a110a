function(cm_add_fault_tests)
endfunction()
