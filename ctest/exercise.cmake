function(add_exercise)
endfunction()
