// SPDX-License-Identifier: MIT
//
// A lab's fields: sliders with their number beside them, and choices.

import { element } from "../run/dom.ts";
import type { ChoiceField, Field, NumberField, Values } from "./labs.ts";

/** What a reader typed as a whole number within the field's range. */
export function wholeNumber(text: string, field: NumberField): number {
  const value = Math.round(Number(text));
  if (!Number.isFinite(value)) return field.initial;
  return Math.min(field.max, Math.max(field.min, value));
}

function numberInput(field: NumberField, id: string, changed: () => void): [Node[], () => number] {
  const limits = { min: `${field.min}`, max: `${field.max}`, step: "1", value: `${field.initial}` };
  const slider = element("input", { type: "range", id, ...limits });
  const number = element("input", { type: "number", ...limits });
  number.setAttribute("aria-label", field.label);
  slider.addEventListener("input", () => {
    number.value = slider.value;
    changed();
  });
  number.addEventListener("input", () => {
    slider.value = `${wholeNumber(number.value, field)}`;
    changed();
  });
  number.addEventListener("change", () => {
    number.value = `${wholeNumber(number.value, field)}`;
  });
  return [[slider, number], () => wholeNumber(number.value, field)];
}

function choiceInput(field: ChoiceField, id: string, changed: () => void): [Node[], () => string] {
  const options = field.choices.map(([value, label]) => element("option", { value }, label));
  const select = element("select", { id }, ...options);
  select.value = field.initial;
  select.addEventListener("input", changed);
  return [[select], () => select.value];
}

let serial = 0;

/** The form, and a function that reads it. `changed` is called on every change. */
export function form(fields: Field[], changed: () => void): [HTMLElement, () => Values] {
  const readers: [string, () => number | string][] = [];
  const rows = fields.map((field) => {
    const id = `lab-field-${++serial}`;
    const [inputs, read] =
      field.kind === "number" ? numberInput(field, id, changed) : choiceInput(field, id, changed);
    readers.push([field.name, read]);
    const label = element("label", { htmlFor: id }, field.label);
    return element("div", { className: `lab-field lab-field-${field.kind}` }, label, ...inputs);
  });
  const values = () => Object.fromEntries(readers.map(([name, read]) => [name, read()]));
  return [element("div", { className: "lab-fields" }, ...rows), values];
}
