// SPDX-License-Identifier: MIT
//
// Where the built book lies: $CM_SITE and $CM_BUILD, or where ./book build puts it.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const site = process.env.CM_SITE ?? join(root, "build/site");
export const buildTree = process.env.CM_BUILD ?? join(root, "build/dev");
export const assets = join(site, "_static");
export const chromium = process.env.CM_CHROMIUM ?? "/usr/bin/chromium";
