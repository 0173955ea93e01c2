/** The Sketch engine: words and a seed in, a picture out. A pure function; it is not an AI model and says so. */

import { createFbmTile } from './core/noise.ts'
import type { Painter } from './core/painter.ts'
import { createPainter, grainFor } from './core/painter.ts'
import { createRng } from './core/random.ts'
import { cover } from './core/resize.ts'
import type { Raster, Surface } from './core/surface.ts'
import { fromRaster, toRaster } from './core/surface.ts'
import { direct } from './direct.ts'
import type { Sheet } from './finish/context.ts'
import { finishSheet } from './finish/finish.ts'
import type { MediaName } from './finish/media.ts'
import { createMedia } from './finish/media.ts'
import type { Brief } from './lexicon/brief.ts'
import { readPrompt } from './lexicon/read.ts'
import { paletteFrom } from './palette/from-image.ts'
import type { Palette } from './palette/palette.ts'
import { applyEdit } from './parent/edit.ts'
import { enhance } from './parent/enhance.ts'
import { recolour } from './parent/remix.ts'
import { paintAbstract } from './scene/abstract.ts'
import { paintBotanical } from './scene/botanical.ts'
import { paintCity } from './scene/city.ts'
import { paintCreature } from './scene/creature.ts'
import { paintDesert } from './scene/desert.ts'
import { paintForest } from './scene/forest.ts'
import { paintHills } from './scene/hills.ts'
import { paintMountains } from './scene/mountains.ts'
import type { Plan, SceneName } from './scene/plan.ts'
import { paintPortrait } from './scene/portrait.ts'
import { paintSea } from './scene/sea.ts'
import { paintSpace } from './scene/space.ts'
import { paintStillLife } from './scene/stilllife.ts'
import { paintUnderwater } from './scene/underwater.ts'
import { paintWeather } from './scene/weather.ts'

export type SketchStyle = { readonly words?: string; readonly palette?: Palette; readonly media?: MediaName }
export type ParentMode = 'enhance' | 'remix' | 'edit'
export type SketchInput = {
  readonly prompt: string
  readonly seed: number
  readonly width: number
  readonly height: number
  readonly style?: SketchStyle
  readonly references?: readonly Raster[]
  readonly parent?: { readonly image: Raster; readonly mode: ParentMode; readonly prompt: string }
}

const scenes: Record<SceneName, (p: Painter, plan: Plan) => void> = {
  mountains: paintMountains,
  sea: paintSea,
  forest: paintForest,
  desert: paintDesert,
  city: paintCity,
  hills: paintHills,
  stilllife: paintStillLife,
  botanical: paintBotanical,
  space: paintSpace,
  underwater: paintUnderwater,
  abstract: paintAbstract,
  creature: paintCreature,
  portrait: paintPortrait,
}

/** The style's words win over the prompt's wherever both speak of medium, mood or colour. */
function readBrief(prompt: string, style?: SketchStyle): Brief {
  const own = readPrompt(prompt)
  if (!style) return own
  const look = readPrompt(style.words ?? '')
  return {
    ...own,
    media: style.media ?? look.media ?? own.media,
    moods: [...new Set([...look.moods, ...own.moods])],
    colours: [...look.colours, ...own.colours],
    time: own.time ?? look.time,
    season: own.season ?? look.season,
    weather: own.weather ?? look.weather,
  }
}

export function paint(input: SketchInput): Raster {
  return input.parent ? repaintParent(input, input.parent) : paintScene(input)
}

function paintScene(input: SketchInput): Raster {
  const brief = readBrief(input.prompt, input.style)
  const { plan, palette: chosen, media } = direct(brief, input.seed)
  const palette = input.style?.palette ?? (input.references?.length ? paletteFrom(input.references, chosen) : chosen)
  const p = createPainter(
    input.width,
    input.height,
    createRng(`${brief.key}|${input.seed}`),
    createMedia(media),
    palette,
  )
  scenes[plan.scene](p, plan)
  paintWeather(p, plan)
  finishSheet({ surface: p.surface, u: p.u, rng: p.rng, grain: p.grain, mottle: p.mottle, palette }, media)
  return toRaster(p.surface)
}

function createSheet(surface: Surface, seed: string, palette: Palette): Sheet {
  const rng = createRng(seed)
  const u = Math.min(surface.width, surface.height)
  return { surface, u, rng, grain: grainFor(u), mottle: createFbmTile(rng, 256, 4, 5), palette }
}

function repaintParent(input: SketchInput, parent: NonNullable<SketchInput['parent']>): Raster {
  const surface = cover(fromRaster(parent.image), input.width, input.height)
  const brief = readBrief(parent.prompt || input.prompt, input.style)
  // The parent brings its own scene; only palette and medium are asked of the director.
  const { palette: chosen, media } = direct(
    { ...brief, subjects: [], places: brief.places.length ? brief.places : ['hills'] },
    input.seed,
  )
  const palette = input.style?.palette ?? (input.references?.length ? paletteFrom(input.references, chosen) : chosen)
  const sheet = createSheet(surface, `${brief.key}|${input.seed}`, palette)
  if (parent.mode === 'enhance') enhance(sheet)
  else if (parent.mode === 'remix') {
    recolour(sheet, palette, media === 'photo' || media === 'anime' ? 0.2 : 0.7)
    finishSheet(sheet, media)
  } else {
    applyEdit(sheet, brief)
    if (brief.media) finishSheet(sheet, brief.media)
  }
  return toRaster(sheet.surface)
}
