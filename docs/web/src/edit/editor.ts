// SPDX-License-Identifier: MIT
//
// The editor, a script of its own that is loaded when a reader first edits.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Diagnostic } from "./diagnostics.ts";

export interface Editor {
  text: () => string;
  setText: (text: string) => void;
  show: (diagnostics: Diagnostic[]) => void;
  focus: () => void;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--book-accent)" },
  { tag: [tags.comment, tags.meta], color: "var(--book-muted)" },
  { tag: [tags.string, tags.number, tags.bool], color: "var(--book-warn)" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--chart-1)" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "var(--book-code)", color: "var(--book-ink)", fontSize: "0.85rem" },
  "&.cm-focused": { outline: "3px solid var(--book-accent)" },
  ".cm-scroller": { fontFamily: "var(--book-mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--book-ink)" },
  ".cm-cursor": { borderLeftColor: "var(--book-ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--book-panel)",
    color: "var(--book-muted)",
    border: "none",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ::selection": {
    backgroundColor: "var(--book-accent-soft)",
  },
  ".cm-tooltip": { backgroundColor: "var(--book-panel)", color: "var(--book-ink)" },
});

/** From a line and a column of clang's, which counts bytes from 1, to an offset in the text. */
function offsetOf(state: EditorState, diagnostic: Diagnostic): number {
  const line = state.doc.line(Math.min(Math.max(1, diagnostic.line), state.doc.lines));
  return Math.min(line.from + diagnostic.column - 1, line.to);
}

function create(parent: HTMLElement, text: string, run: () => void, changed: () => void): Editor {
  const runKey = { key: "Mod-Enter", run: () => (run(), true) };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        bracketMatching(),
        cpp(),
        syntaxHighlighting(colours),
        look,
        Prec.highest(keymap.of([runKey])),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": "Kernel", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (changedText) => {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: changedText } });
    },
    show: (diagnostics) => {
      const shown = diagnostics.map((one) => {
        const from = offsetOf(view.state, one);
        const to = view.state.wordAt(from)?.to ?? Math.min(from + 1, view.state.doc.length);
        return { from, to, severity: one.severity, message: one.message };
      });
      view.dispatch(setDiagnostics(view.state, shown));
    },
    focus: () => view.focus(),
  };
}

declare global {
  // eslint-disable-next-line no-var
  var cudaMeasuredEditor: typeof create | undefined;
}
globalThis.cudaMeasuredEditor = create;
globalThis.cudaMeasured?.provide("editor", "");
