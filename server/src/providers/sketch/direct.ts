/** The director: from words and a seed to scene, layout, palette and medium. */
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

/** Where a subject is at home when no place was named. */
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
  tower: ['city'],
  person: ['hills', 'mountains'],
  umbrella: ['city'],
  rainbow: ['hills'],
}

/** Words nobody knows alternate between a free composition and one place, both picked by the words. */
const wanderers: readonly SceneName[] = ['stilllife', 'hills', 'sea', 'mountains', 'botanical', 'desert', 'space']

function chooseScene(brief: Brief, seed: number): SceneName {
  const turn = hashText(brief.key) + seed
  const portrait = brief.subjects.find((s) => home[s.name]?.[0] === 'portrait')
  const place = brief.places.find((x) => x !== 'sky' && x !== 'interior') ?? brief.places[0]
  if (portrait && place !== 'space') return 'portrait'
  const indoors = brief.subjects.find((s) => home[s.name]?.[0] === 'stilllife')
  if (indoors && (!place || place === 'interior')) return 'stilllife'
  const creature = brief.subjects.find((s) => home[s.name]?.[0] === 'creature')
  if (
    creature &&
    (!place ||
      brief.framing === 'close' ||
      place === 'garden' ||
      place === 'interior' ||
      place === 'sky' ||
      place === 'forest')
  )
    return 'creature'
  if (place && !(place === 'garden' && brief.subjects.some((s) => s.name === 'flower'))) return byPlace[place]
  for (const subject of brief.subjects) {
    const homes = home[subject.name]
    if (homes) return homes[turn % homes.length]
  }
  if (brief.time || brief.season || brief.weather) return (['mountains', 'hills', 'sea', 'forest'] as const)[turn % 4]
  return turn % 2 ? 'abstract' : wanderers[hashText(brief.key) % wanderers.length]
}

const houseMedia: readonly MediaName[] = ['riso', 'gouache', 'woodblock', 'print']

export function direct(brief: Brief, seed: number): Direction {
  const turn = hashText(`${brief.key}#`) + seed
  const scene = chooseScene(brief, seed)
  const season: Season = brief.season ?? (['summer', 'spring', 'autumn', 'summer'] as const)[(turn >> 1) % 4]
  const stars = brief.subjects.some((s) => s.name === 'stars' || s.name === 'moon')
  const time: Time =
    brief.time ?? (stars || scene === 'space' ? 'night' : (['day', 'dusk', 'day', 'dawn'] as const)[turn % 4])
  const tags: PaletteTag[] = []
  const avoid: PaletteTag[] = []
  const inside =
    scene === 'stilllife' ||
    scene === 'botanical' ||
    scene === 'portrait' ||
    scene === 'creature' ||
    scene === 'abstract'
  if (inside && time !== 'night') {
    tags.push('indoor')
    avoid.push('night')
  } else avoid.push('indoor')
  if (time === 'night') {
    tags.push('night', 'night', 'night')
    avoid.push('day')
  } else {
    tags.push(time)
    avoid.push('night', 'night')
  }
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
  const media = brief.media ?? houseMedia[turn % houseMedia.length]
  if (media === 'neon') tags.push('night', 'vivid')
  const palette = choosePalette(brief, {
    tags,
    avoid,
    seed,
    water: scene === 'sea' || scene === 'underwater' || brief.places.includes('river'),
  })
  return { plan: { brief, scene, layout: turn % 4, time, season, weather: brief.weather }, palette, media }
}
