/** The meaning of the prompt, in the engine's own terms. */
import type { MediaName } from '#sketch/finish/media.ts'

export type Time = 'dawn' | 'day' | 'dusk' | 'night'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
export type Weather = 'rain' | 'snow' | 'fog' | 'storm' | 'wind' | 'cloud'
export type Mood = 'calm' | 'joyful' | 'dark' | 'dreamy' | 'lonely' | 'vivid' | 'soft' | 'warm' | 'cool'
export type Framing = 'close' | 'wide' | 'aerial' | 'symmetrical' | 'minimal'
export type Place =
  | 'mountains'
  | 'sea'
  | 'forest'
  | 'desert'
  | 'city'
  | 'hills'
  | 'space'
  | 'underwater'
  | 'interior'
  | 'garden'
  | 'river'
  | 'sky'
  | 'beach'
export type SubjectName =
  | 'sun'
  | 'moon'
  | 'stars'
  | 'flower'
  | 'tree'
  | 'palm'
  | 'bird'
  | 'owl'
  | 'crane'
  | 'fox'
  | 'cat'
  | 'dog'
  | 'horse'
  | 'deer'
  | 'rabbit'
  | 'bear'
  | 'fish'
  | 'whale'
  | 'boat'
  | 'house'
  | 'castle'
  | 'lighthouse'
  | 'windmill'
  | 'tower'
  | 'torii'
  | 'bridge'
  | 'island'
  | 'waterfall'
  | 'balloon'
  | 'train'
  | 'car'
  | 'person'
  | 'portrait'
  | 'robot'
  | 'astronaut'
  | 'rocket'
  | 'planet'
  | 'dragon'
  | 'butterfly'
  | 'mushroom'
  | 'cup'
  | 'fruit'
  | 'book'
  | 'vase'
  | 'bottle'
  | 'leaf'
  | 'cactus'
  | 'umbrella'
  | 'rainbow'

export type Subject = { readonly name: SubjectName; readonly count: number }
export type ColorWord = {
  readonly name: string
  readonly hue: number
  readonly chroma: number
  readonly light: number
}

export type Brief = {
  /** Normalised prompt: the part of the seed that words contribute. */
  readonly key: string
  readonly subjects: readonly Subject[]
  readonly places: readonly Place[]
  readonly time?: Time | undefined
  readonly season?: Season | undefined
  readonly weather?: Weather | undefined
  readonly moods: readonly Mood[]
  /** Colors of the picture as a whole. */
  readonly colors: readonly ColorWord[]
  /** Colors of single things: a red fox does not change the sky. */
  readonly spots: readonly { readonly color: ColorWord; readonly subject: SubjectName }[]
  readonly media?: MediaName | undefined
  readonly framing?: Framing | undefined
  /** Share of words the lexicon knew, 0..1. */
  readonly known: number
}
