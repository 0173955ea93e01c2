/** The Sketch engine: paints a picture from words and a seed. A pure function; it is not an AI model and says so. */

import type { Painter } from './core/painter.ts'
import { createPainter } from './core/painter.ts'
import { createRng } from './core/random.ts'
import { cover } from './core/resize.ts'
import type { Raster } from './core/surface.ts'
import { createSurface, fromRaster, mirror, toRaster } from './core/surface.ts'
import { direct } from './direct.ts'
import type { Sheet } from './finish/context.ts'
import { finishSheet } from './finish/finish.ts'
import type { Media } from './finish/media.ts'
import { createMedia } from './finish/media.ts'
import { grainScale, measureTexture, mediumFor } from './finish/texture.ts'
import type { ParentMode, SketchInputOf, SketchStyle } from './input.ts'
import type { Brief } from './lexicon/brief.ts'
import { readPrompt } from './lexicon/read.ts'
import { paletteFromHints, readHints } from './palette/from-hints.ts'
import { paletteFrom } from './palette/from-image.ts'
import type { Palette } from './palette/palette.ts'
import { addGuests } from './parent/add.ts'
import { applyEdit } from './parent/edit.ts'
import { enhance } from './parent/enhance.ts'
import { recolor } from './parent/remix.ts'
import { toneVariant } from './parent/variant.ts'
import { paintAbstract } from './scene/abstract.ts'
import { paintAerial } from './scene/aerial.ts'
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

/** The request with its pictures decoded. */
export type SketchInput = SketchInputOf<Raster>

const scenes: Record<SceneName, (p: Painter, plan: Plan) => void> = {
  aerial: paintAerial,
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

/** The style's words take precedence over the prompt's for medium, mood and color. */
function readBrief(prompt: string, style?: SketchStyle): Brief {
  const own = readPrompt(prompt)
  if (!style) return own
  const look = readPrompt(style.words ?? '')
  return {
    ...own,
    media: style.media ?? look.media ?? own.media,
    moods: [...new Set([...look.moods, ...own.moods])],
    colors: [...look.colors, ...own.colors],
    time: own.time ?? look.time,
    season: own.season ?? look.season,
    weather: own.weather ?? look.weather,
  }
}

type Look = { readonly plan: Plan; readonly palette: Palette; readonly media: Media }

/**
 * The pictures whose colors are used. A content reference also contributes its colors, to every second picture of the
 * four, unless the words name an hour or a color.
 */
function colorsFrom({ looks = [], contents = [], orderNum }: SketchInput, brief: Brief): readonly Raster[] {
  if (looks.length > 0) return looks
  return orderNum % 2 === 0 && !brief.time && brief.colors.length === 0 ? contents : []
}

/** Palette and medium from words, hints and references together. */
function chooseLook(brief: Brief, input: SketchInput): Look {
  const looks = input.looks ?? []
  const texture = looks.length > 0 ? measureTexture(looks) : undefined
  const wanted = brief.media ?? (texture ? mediumFor(texture) : undefined)
  const { plan, palette: chosen, media } = direct(brief, { seed: input.seed, orderNum: input.orderNum, media: wanted })
  const colored = colorsFrom(input, brief)
  const found = colored.length > 0 ? paletteFrom(colored, chosen) : chosen
  const palette = paletteFromHints(readHints(input.style?.colors ?? []), found)
  const own = createMedia(media)
  return { plan, palette, media: texture ? { ...own, grain: own.grain * grainScale(texture) } : own }
}

/** Paints a picture from words and a seed: exactly `width` × `height` pixels, the same bytes for the same input. */
export function paint(input: SketchInput): Raster {
  if (input.parent) return repaint(input, input.parent)
  const [content] = input.contents ?? []
  return content ? repaint(input, { image: content, mode: 'content', prompt: '' }) : paintScene(input)
}

function paintScene(input: SketchInput): Raster {
  const brief = readBrief(input.prompt, input.style)
  const { plan, palette, media } = chooseLook(brief, input)
  const rng = createRng(`${brief.key}|${input.seed}|${input.orderNum}`)
  const p = createPainter(createSurface(input.width, input.height, palette.paper), { rng, media, palette })
  scenes[plan.scene](p, plan)
  paintWeather(p, plan)
  if (brief.framing === 'symmetrical') mirror(p.surface)
  finishSheet({ surface: p.surface, u: p.u, rng: p.rng, grain: p.grain, mottle: p.mottle, palette }, media.name)
  return toRaster(p.surface)
}

/** The picture that is painted over: a parent, or a content reference. */
type Base = { readonly image: Raster; readonly mode: ParentMode | 'content'; readonly prompt: string }

/** Works on the parent's own pixels, fitted to the requested size. */
function repaint(input: SketchInput, parent: Base): Raster {
  const surface = cover(fromRaster(parent.image), input.width, input.height)
  const brief = readBrief(input.prompt, input.style)
  // The content of the parent helps to choose colors for it, but only the new instruction is carried out.
  const shown = readPrompt(parent.prompt)
  const context: Brief = {
    ...brief,
    key: `${brief.key}|${shown.key}`,
    subjects: [],
    places: shown.places.length > 0 ? shown.places : ['hills'],
    season: brief.season ?? shown.season,
  }
  const { palette, media, plan } = chooseLook(context, input)
  const rng = createRng(`${context.key}|${input.seed}|${input.orderNum}`)
  const p = createPainter(surface, { rng, media, palette })
  const sheet: Sheet = { surface, u: p.u, rng, grain: p.grain, mottle: p.mottle, palette }
  if (parent.mode === 'enhance') enhance(sheet, input.orderNum)
  else if (parent.mode === 'remix') {
    recolor(sheet, palette, media.name === 'photo' || media.name === 'anime' ? 0.2 : 0.7)
    finishSheet(sheet, media.name)
  } else if (parent.mode === 'content') {
    recolor(sheet, palette, 0.3)
    addGuests(p, { ...plan, brief, scene: 'hills' })
    finishSheet(sheet, media.name)
  } else {
    applyEdit(sheet, brief)
    addGuests(p, { ...plan, brief, scene: 'hills' })
    if (brief.media) finishSheet(sheet, brief.media)
    else toneVariant(sheet, input.orderNum)
  }
  return toRaster(surface)
}
