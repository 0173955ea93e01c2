/** A palette is a set of jobs, not a row of swatches: scenes ask for the job and every palette can do each one. */
import type { Rgb } from '#sketch/core/color.ts'
import { hex, mix } from '#sketch/core/color.ts'

export type PaletteTag =
  | 'day'
  | 'dawn'
  | 'dusk'
  | 'night'
  | 'spring'
  | 'summer'
  | 'autumn'
  | 'winter'
  | 'warm'
  | 'cool'
  | 'mist'
  | 'mono'
  | 'vivid'
  | 'calm'
  | 'indoor'

export type Palette = {
  readonly name: string
  readonly tags: readonly PaletteTag[]
  readonly skyTop: Rgb
  readonly skyLow: Rgb
  readonly sun: Rgb
  readonly haze: Rgb
  readonly far: Rgb
  readonly near: Rgb
  readonly ground: Rgb
  readonly leaf: Rgb
  readonly deep: Rgb
  readonly accent: Rgb
  readonly accent2: Rgb
  readonly light: Rgb
  readonly paper: Rgb
}

type Row = readonly [name: string, tags: string, colors: string]

/** Order: skyTop skyLow sun haze far near ground leaf deep accent accent2 light paper. */
const rows: readonly Row[] = [
  [
    'hasui',
    'dusk cool calm',
    '2d5a84 f3b98e fbe2b4 e0a896 8791ae 3a5878 3d5a62 4d7268 17263a d8553a f2c46b fdf0d6 f4e9d6',
  ],
  [
    'coral',
    'day dusk warm vivid spring summer',
    'f6d0b8 fdebd4 ff6b54 f7c6ae 8fbab5 36797c 2a6468 3d8273 173d4c ff5e4c ffc24a fff6e4 f8efdf',
  ],
  [
    'alpine',
    'day cool summer spring calm',
    '6fb0cc f8ead0 fff0c2 cfdcd3 8fb0b8 3f6f74 6f8f5c 4c7d55 1c3a42 e0603c f2b94c fffaf0 f5f0e4',
  ],
  [
    'ochre',
    'day warm summer',
    '5f9ea0 f8dca8 fff0c0 f0c795 dba06e b9623c d58a4a 7f8a4c 54281f c6432b f0b54d fff1d2 f7ead2',
  ],
  [
    'maple',
    'autumn dusk day warm',
    'f0b678 fbe3b8 f7e9c4 eab98a b98a78 7d4a43 a6552f d0742e 3a2326 c4372a f0a830 fff0d0 f6e8d0',
  ],
  [
    'birch',
    'autumn day calm cool',
    '9cc0c4 f6ead2 fff2cf dcd5c0 a7aea0 5d6f66 b98a3c d99a2b 27343a c9532d f1c453 fffaf0 f5efe2',
  ],
  [
    'frost',
    'winter day cool calm mist',
    '8fb2cc f3e6e0 fff4de dbe2ea a9bdd0 5f7f9e e9eff3 4f7382 23384f d95d4e f0b86a ffffff f3f3f0',
  ],
  [
    'ember',
    'winter dusk warm calm',
    '5c6a99 f6bda0 ffe9c9 dcb1b4 9a93b8 565f8c dfd9e6 4c5e7e 232a4a e2604a f7b763 fff6ec f5ece4',
  ],
  [
    'snowrose',
    'winter dawn calm',
    'b9c3dd fbe0d4 ffe9c4 e6dbe3 b5bdd2 6f80a6 f0eef4 4f6f86 2c3554 d9604a f2b77a ffffff f6f1ee',
  ],
  [
    'glacier',
    'winter day cool vivid',
    '6fb3c9 e9f4ee fff6d8 cfe6e8 93bccb 3d7f99 e6f2f4 3c7a7d 173a4b e4573d f6b84f ffffff f2f5f2',
  ],
  [
    'bluehour',
    'winter night calm',
    '1b2c58 6f86b4 fff0c8 6f86b0 44619a 22386b c9d3e8 2f4f6b 0f1c40 ef8f4a f9cf7a f4f8ff eaeef4',
  ],
  [
    'pinewood',
    'winter day dusk mist',
    'c9cdbf f3ead6 fff2d0 dcd8cb a6aa9f 5f7268 ecebe4 4a665c 22332f c9542f e4ad5a fffdf6 f4f0e6',
  ],
  [
    'sakura',
    'spring dawn day calm',
    '9cc9d3 fbe3dc fff2e6 f1cdd0 b3b7cc 6d86a0 88ab7c 6f9f76 33405c e8718d f6a9b8 fffaf6 f8f0ea',
  ],
  [
    'meadow',
    'spring summer day vivid',
    '78bcd8 fbf1cf fff6c8 cfe3c2 9cc2a4 56906e 86b255 4f9159 1f4a44 ef5d43 fbc740 fffdf0 f7f3e3',
  ],
  [
    'lagoon',
    'summer day vivid cool',
    '3aa3c2 fbeecb fff4c9 b5dcd3 6db8bc 227f93 e6c98e 2f8a6c 0f3f57 fb6a4a ffc750 fffdf2 f7f2e4',
  ],
  [
    'indigo',
    'night cool calm',
    '12224a 42679a fdf2cc 4f719f 2f4f80 1b3159 1c3355 20425a 0a1330 f0a14a f7d27c eaf2ff e9ecef',
  ],
  [
    'aurora',
    'night cool vivid winter',
    '0f1d3d 2b7a86 f3fbdc 3b7f8c 2b5a78 17304f 243f5c 1e4a58 08122a 62e0ae c48cf0 eefcf6 e8efec',
  ],
  [
    'plum',
    'night dusk vivid warm',
    '2a1f52 d86a7c ffe2b0 9a5a86 5d4180 32275c 3a2a58 3a3a66 150f30 ff7d5c ffc268 fff0dc f3e8e4',
  ],
  [
    'lantern',
    'night warm',
    '17284a 8a6a86 ffe6b0 6a6a92 3c4c7a 20305a 2a3450 2c4a56 0c1630 ff8c42 ffcf6b fff2d2 efe8de',
  ],
  [
    'dawnrose',
    'dawn spring calm',
    '8fa9d0 fbd5bd fff0d0 f2c6bf b6a6c4 7276a2 7f8aa0 6d8f90 343a63 f0776a f9c07a fff8ee f8eee6',
  ],
  [
    'tangerine',
    'dusk summer warm vivid',
    'ee8a52 fbd08a fff1c0 f2a870 c9735f 8a3f52 6e3550 704a58 33183a f0453a ffc24d fff2d4 f8ead4',
  ],
  [
    'celadon',
    'mist calm day spring cool',
    'bcd2c6 eef0e0 fdf6e0 d9e2d6 a7c0b4 668c84 7d9c82 5b8873 25423f d87453 e9bd6a fdfdf4 f3f3e8',
  ],
  [
    'slate',
    'mist cool calm winter',
    '93a6b2 e4e3dc f8f2e2 ccd2d2 9dacb2 5e727c 6d7a78 566f6c 26343c d2694a e3b662 fbfaf4 f1efe8',
  ],
  [
    'vermilion',
    'day warm vivid',
    'f3e6cc f9efdb e3402c e8cfae b5a58c 41606a 2f4f5c 50786a 1d2a38 e3402c f0b23e fff8e8 f6ebd5',
  ],
  [
    'mustard',
    'day warm calm autumn',
    'efd9a0 f8ebc8 f3a92f e5c88c a9a878 5d7668 4a6a62 6f8a58 24363a d9572f f3a92f fff6de f5e9cc',
  ],
  [
    'mint',
    'day spring vivid calm',
    'bfe0d2 fbf2dc ff8a66 d5e4cc 90c2b0 3f8d88 5aa187 4b9a78 1e4a55 ff7a5c ffca5c fffbee f6f4e6',
  ],
  [
    'terracotta',
    'indoor warm calm day',
    'e6c6a6 f4e2ca f2b27a e5bfa0 c58f70 8c4c3a b8694a 6f8260 3b2724 cf5136 eab04e fff2de f5e7d5',
  ],
  [
    'studioblue',
    'indoor cool calm day',
    'a9c4cf e9ebe2 f6d58c c6d6d6 7fa3b3 35617e 4f7a8c 6c9277 1c3048 e26b45 f3bd55 fffaec f3efe2',
  ],
  [
    'rosewood',
    'indoor warm vivid dusk',
    'e9b3a2 f7dac8 f7c371 e9bfb0 b96a6a 7a3346 94434a 53756a 2d1a2c e0503f f4b24e fff0e2 f6e6da',
  ],
  [
    'sage',
    'indoor calm cool spring',
    'c9d3bd eef0df f3cf84 d3dcc6 94aa8e 4d6f5c 728f6c 587f5e 22382f d9714c eab95e fdfbee f2f0e0',
  ],
]

export const palettes: readonly Palette[] = rows.map(([name, tags, colors]) => {
  const c = colors.split(' ').map((code) => hex(`#${code}`))
  const [skyTop, skyLow, sun, haze, far, near, ground, leaf, deep, accent, accent2, light, paper] = c
  return {
    name,
    tags: tags.split(' ') as PaletteTag[],
    skyTop,
    skyLow,
    sun,
    haze,
    far,
    near,
    ground,
    leaf,
    deep,
    accent,
    accent2,
    light,
    paper,
  }
})

/** Atmospheric perspective: 0 is at the viewer's feet, 1 is lost in the haze. */
export function depthColor(palette: Palette, depth: number): Rgb {
  const stops: readonly Rgb[] = [palette.deep, palette.near, palette.far, palette.haze]
  const t = Math.max(0, Math.min(0.9999, depth)) * (stops.length - 1)
  const i = Math.floor(t)
  return mix(stops[i], stops[i + 1], t - i)
}
