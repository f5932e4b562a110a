// SPDX-License-Identifier: MIT
//
// The labs by the names that pages use. Kernels are those of the chapters' programs; titles and
// sources stand in ../../labs.json, which the page's build reads as well.

import { bankConflict, chunkSwizzle, tilePitch, tileWays } from "./banks.ts";
import {
  copyWidth,
  gridStride,
  laneOrder,
  offsetCopy,
  stridedCopy,
  stridedStore,
} from "./copies.ts";
import type { Lab } from "./experiment.ts";
import { filterHalo } from "./filter.ts";
import { blockShape, ownRun, records } from "./mapping.ts";
import { stencilLoads } from "./stencil.ts";
import { rowSums, sumTree } from "./sums.ts";
import { fillOrder, matrixProduct, naiveTranspose, paddedTile, vectorTile } from "./tiles.ts";

export {
  firstWrong,
  type ChoiceField,
  type Experiment,
  type Field,
  type Lab,
  type NumberField,
  type Values,
} from "./experiment.ts";

export const LABS: Record<string, Lab> = {
  "grid-stride": gridStride,
  "strided-copy": stridedCopy,
  "offset-copy": offsetCopy,
  "lane-order": laneOrder,
  "block-shape": blockShape,
  "own-run": ownRun,
  "copy-width": copyWidth,
  records,
  "strided-store": stridedStore,
  "bank-conflict": bankConflict,
  "tile-pitch": tilePitch,
  "chunk-swizzle": chunkSwizzle,
  "tile-ways": tileWays,
  "naive-transpose": naiveTranspose,
  "padded-tile": paddedTile,
  "fill-order": fillOrder,
  "vector-tile": vectorTile,
  "filter-halo": filterHalo,
  "stencil-loads": stencilLoads,
  "matrix-product": matrixProduct,
  "sum-tree": sumTree,
  "row-sums": rowSums,
};
