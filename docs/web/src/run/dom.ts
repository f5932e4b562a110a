// SPDX-License-Identifier: MIT
//
// Making elements. Text is always set as text, so nothing that a program prints becomes markup.

/** A new element with properties, such as `{className: "a"}`, and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** A table with a caption, a header row and rows of cells; numbers are set to the right. */
export function table(caption: string, header: string[], rows: string[][]): HTMLTableElement {
  const numeric = header.map((_, column) =>
    rows.every((row) => /^[\d.,\s%×–]*$/.test(row[column] ?? "")),
  );
  const cell = (name: "th" | "td", text: string, column: number) =>
    element(name, { className: numeric[column] ? "number" : "" }, text);
  const head = element("tr", {}, ...header.map((text, column) => cell("th", text, column)));
  for (const one of head.cells) one.scope = "col";
  return element(
    "table",
    { className: "table run-table" },
    element("caption", {}, caption),
    element("thead", {}, head),
    element(
      "tbody",
      {},
      ...rows.map((row) => element("tr", {}, ...row.map((text, at) => cell("td", text, at)))),
    ),
  );
}
