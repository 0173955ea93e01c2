/** The director: chooses scene, layout, palette and medium from the prompt, the order number and the seed. */
import { hashText } from './core/random.ts'
import type { MediaName } from './finish/media.ts'
import type { Brief, Place, Season, SubjectName, Time } from './lexicon/brief.ts'
import { choosePalette } from './palette/choose.ts'
import type { Palette, PaletteTag } from './palette/palette.ts'
import type { Plan, SceneName } from './scene/plan.ts'

export type Direction = { readonly plan: Plan; readonly palette: Palette; readonly media: MediaName }

const byPlace: Record<Place, SceneName> = {
  mountains: 'mountains',
  sea: 'sea',
  beach: 'sea',
  river: 'mountains',
  forest: 'forest',
  desert: 'desert',
  city: 'city',
  hills: 'hills',
  garden: 'hills',
  space: 'space',
  underwater: 'underwater',
  interior: 'stilllife',
  sky: 'hills',
}

/** The default place of a subject when the prompt names none. */
const home: Partial<Record<SubjectName, readonly SceneName[]>> = {
  portrait: ['portrait'],
  robot: ['portrait'],
  astronaut: ['portrait'],
  cat: ['creature'],
  fox: ['creature'],
  owl: ['creature'],
  bird: ['creature'],
  dog: ['creature'],
  rabbit: ['creature'],
  bear: ['creature'],
  deer: ['forest'],
  horse: ['hills'],
  crane: ['creature'],
  flower: ['botanical'],
  leaf: ['botanical'],
  butterfly: ['botanical'],
  mushroom: ['botanical'],
  cup: ['stilllife'],
  fruit: ['stilllife'],
  book: ['stilllife'],
  vase: ['stilllife'],
  bottle: ['stilllife'],
  whale: ['underwater', 'sea'],
  fish: ['underwater'],
  boat: ['sea'],
  lighthouse: ['sea'],
  island: ['sea'],
  planet: ['space'],
  rocket: ['space'],
  stars: ['mountains', 'hills'],
  moon: ['mountains', 'sea', 'hills', 'city'],
  sun: ['desert', 'sea', 'mountains', 'hills'],
  dragon: ['mountains'],
  waterfall: ['mountains'],
  torii: ['sea', 'mountains'],
  cactus: ['desert'],
  palm: ['sea'],
  car: ['hills', 'desert'],
  train: ['mountains', 'hills'],
  house: ['hills', 'mountains'],
  castle: ['mountains', 'hills'],
  windmill: ['hills'],
  tree: ['hills'],
  balloon: ['mountains', 'hills'],
  bridge: ['mountains', 'city'],
  tower: ['mountains', 'hills'],
  person: ['hills', 'mountains'],
  umbrella: ['city'],
  rainbow: ['hills'],
}

/** Unknown words alternate between an abstract composition and a place, both chosen by a hash of the words. */
const wanderers: readonly SceneName[] = ['stilllife', 'hills', 'sea', 'mountains', 'botanical', 'desert', 'space']

function chooseScene(brief: Brief, turn: number): SceneName {
  if (brief.framing === 'aerial' && !brief.subjects.some((s) => isIndoors(s.name))) return 'aerial'
  if (brief.subjects.some((s) => s.name === 'waterfall')) return 'mountains'
  const portrait = brief.subjects.find((s) => home[s.name]?.[0] === 'portrait')
  const place = brief.places.find((x) => x !== 'sky' && x !== 'interior') ?? brief.places[0]
  if (portrait && place !== 'space') return 'portrait'
  const indoors = brief.subjects.find((s) => home[s.name]?.[0] === 'stilllife')
  if (indoors && (!place || place === 'interior')) return 'stilllife'
  const creature = brief.subjects.find((s) => home[s.name]?.[0] === 'creature')
  if (creature && (!place || brief.framing === 'close' || closeBy.includes(place))) return 'creature'
  if (place && !(place === 'garden' && brief.subjects.some((s) => s.name === 'flower'))) return byPlace[place]
  for (const subject of brief.subjects) {
    const homes = home[subject.name]
    if (homes) return homes[turn % homes.length]
  }
  if (brief.time || brief.season || brief.weather)
    return (['mountains', 'hills', 'sea', 'forest'] as const)[(turn + hashText(brief.key)) % 4]
  return turn % 2 ? 'abstract' : wanderers[(hashText(brief.key) + (turn >> 1)) % wanderers.length]
}

const isIndoors = (name: SubjectName): boolean =>
  ['portrait', 'stilllife', 'botanical', 'underwater'].includes(home[name]?.[0] ?? '')

/** Places small enough for an animal to fill the sheet. */
const closeBy: readonly Place[] = ['garden', 'interior', 'sky', 'forest']

/**
 * Four styles, two per order number: four pictures of one prompt are never printed alike, and a new seed may change the
 * style.
 */
const houseMedia: readonly (readonly [MediaName, MediaName])[] = [
  ['riso', 'print'],
  ['gouache', 'oil'],
  ['woodblock', 'woodblock'],
  ['watercolour', 'poster'],
]

/** The order number of a picture in its generation (0..3), and its random numbers. */
export type Cast = { readonly seed: number; readonly orderNum: number; readonly media?: MediaName | undefined }

/** The order number determines everything that distinguishes four pictures; the seed determines the rest. */
export function direct(brief: Brief, cast: Cast): Direction {
  const offset = hashText(`${brief.key}#`)
  const turn = (offset + cast.orderNum) & 3
  const dice = hashText(`${brief.key}|${cast.seed}`)
  const scene = chooseScene(brief, turn)
  const season: Season =
    brief.season ?? (['summer', 'spring', 'autumn', 'summer'] as const)[(turn + (offset >>> 4)) & 3]
  const media = cast.media ?? brief.media ?? houseMedia[(turn + (offset >>> 6)) & 3][(dice >>> 3) & 1]
  const palette = choosePalette(brief, {
    ...paletteTags(brief, scene, media),
    turn: (turn + (offset >>> 8)) & 3,
    seed: dice >>> 5,
    water: scene === 'sea' || scene === 'underwater' || scene === 'aerial' || brief.places.includes('river'),
  })
  const side = ((turn + (offset >>> 2)) & 1) === 0 ? 1 : -1
  const time = brief.time ?? hourOf(palette, brief, scene)
  return { plan: { brief, scene, layout: turn, side, time, season, weather: brief.weather }, palette, media }
}

const isInside = (scene: SceneName): boolean =>
  scene === 'stilllife' || scene === 'botanical' || scene === 'portrait' || scene === 'abstract'

const wantsNight = (brief: Brief, scene: SceneName): boolean =>
  brief.time === 'night' ||
  (brief.time === undefined &&
    (scene === 'space' || brief.subjects.some((s) => s.name === 'stars' || s.name === 'moon')))

/** Without an hour in the prompt, the palette's own hour is used. */
function hourOf(palette: Palette, brief: Brief, scene: SceneName): Time {
  if (wantsNight(brief, scene)) return 'night'
  return (['day', 'dusk', 'dawn', 'night'] as const).find((tag) => palette.tags.includes(tag)) ?? 'day'
}

function paletteTags(brief: Brief, scene: SceneName, media: MediaName): { tags: PaletteTag[]; avoid: PaletteTag[] } {
  const tags: PaletteTag[] = []
  const avoid: PaletteTag[] = []
  const night = wantsNight(brief, scene)
  if (isInside(scene) && !night) {
    tags.push('indoor')
    avoid.push('night')
  } else if (scene !== 'creature' || brief.season) avoid.push('indoor')
  if (night) {
    tags.push('night', 'night', 'night')
    avoid.push('day')
  } else if (brief.time) {
    tags.push(brief.time, brief.time)
    avoid.push('night', 'night')
  } else if (brief.season !== 'winter') avoid.push('night', 'night')
  if (brief.season) tags.push(brief.season, brief.season)
  else avoid.push('winter')
  if (brief.weather === 'fog' || brief.weather === 'rain') tags.push('mist')
  if (brief.weather === 'storm') tags.push('cool', 'mist')
  if (brief.weather === 'snow') tags.push('winter')
  for (const mood of brief.moods) {
    if (mood === 'calm' || mood === 'soft' || mood === 'lonely') tags.push('calm')
    if (mood === 'vivid' || mood === 'joyful') tags.push('vivid')
    if (mood === 'warm') tags.push('warm')
    if (mood === 'cool' || mood === 'dark') tags.push('cool')
  }
  if (media === 'neon') tags.push('night', 'vivid')
  return { tags, avoid }
}
