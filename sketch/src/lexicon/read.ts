/** Prompt → brief. Pure look-ups: nothing is guessed from word order beyond "number before noun". */
import type { Brief, ColorWord, Subject, SubjectName } from './brief.ts'
import {
  colorWords,
  framingWords,
  mediaWords,
  moodWords,
  numberWords,
  seasonWords,
  timeWords,
  weatherWords,
} from './mood-words.ts'
import { placeWords, subjectWords } from './subject-words.ts'

/** Words that negate the next one. */
const denials = new Set('no not without ohne sans sin без'.split(' '))
const silent = new Set('a an the of in on at by with and or to from for over under near into as is are very'.split(' '))
/** Endings a stem may carry and still be the same word; keeps "car" out of "carpet" and "sun" out of "sunday". */
const endings = /^(s|es|n|en|e|ed|ing|y|a|i|ы|и|а|у|е|ой|ый|ая|ое|ов|ами|ах|ный|ная|ка|ки|ку|ью|я|й)?$/u

type Entry<T> = { readonly value: T; readonly word: string }

function index<T>(rows: readonly (readonly [T, string])[]): Entry<T>[] {
  return rows.flatMap(([value, words]) => words.split(' ').map((word) => ({ value, word })))
}

function matches(token: string, word: string): boolean {
  if (token === word) return true
  const code = word.charCodeAt(0)
  if (code > 0x3000) return token.includes(word)
  if (!token.startsWith(word)) return false
  return code > 0x3ff || (word.length > 2 && endings.test(token.slice(word.length)))
}

const tables = {
  subject: index(subjectWords),
  place: index(placeWords),
  time: index(timeWords),
  season: index(seasonWords),
  weather: index(weatherWords),
  mood: index(moodWords),
  framing: index(framingWords),
  media: index(mediaWords),
  color: index(colorWords),
  number: index(numberWords),
}

function find<T>(table: readonly Entry<T>[], token: string): T | undefined {
  return (table.find((e) => e.word === token) ?? table.find((e) => matches(token, e.word)))?.value
}

function tokenise(prompt: string): string[] {
  return (
    prompt
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []
  )
}

export function readPrompt(prompt: string): Brief {
  const tokens = tokenise(prompt)
  const subjects = new Map<SubjectName, number>()
  const places = new Set<Brief['places'][number]>()
  const moods = new Set<Brief['moods'][number]>()
  const colors: ColorWord[] = []
  const spots: { color: ColorWord; subject: SubjectName }[] = []
  let waiting: ColorWord[] = []
  let denied = false
  const one: {
    time?: Brief['time']
    season?: Brief['season']
    weather?: Brief['weather']
    media?: Brief['media']
    framing?: Brief['framing']
  } = {}
  let number = 0
  let known = 0
  let counted = 0
  for (const token of tokens) {
    if (silent.has(token)) continue
    counted++
    if (denials.has(token)) {
      denied = true
      continue
    }
    if (denied) {
      denied = false
      continue
    }
    // Chinese and Japanese run words together: look at every character as well.
    const parts = [
      token,
      ...(token.includes('-') ? token.split('-') : []),
      ...(token.charCodeAt(0) > 0x3000 && token.length > 1 ? [...token] : []),
    ]
    let hit = false
    for (const part of parts) {
      const subject = find(tables.subject, part)
      if (subject) {
        subjects.set(subject, Math.max(subjects.get(subject) ?? 0, number))
        number = 0
      }
      const place = find(tables.place, part)
      if (place) places.add(place)
      const mood = find(tables.mood, part)
      if (mood) moods.add(mood)
      const tint = find(tables.color, part)
      if (tint && !subject) waiting.push(tint)
      else if (waiting.length > 0 && part === parts[0]) {
        // A color belongs to the thing right after it; before a place, or before nothing, it belongs to the picture.
        if (subject && !place) for (const color of waiting) spots.push({ color, subject })
        else colors.push(...waiting)
        waiting = []
      }
      const digit = /^\d+$/.test(part) ? Math.min(12, Number(part)) : find(tables.number, part)
      if (digit) number = digit
      const time = find(tables.time, part)
      const season = find(tables.season, part)
      const weather = find(tables.weather, part)
      const media = find(tables.media, part)
      const framing = find(tables.framing, part)
      one.time ??= time
      one.season ??= season
      one.weather ??= weather
      one.media ??= media
      one.framing ??= framing
      hit ||= Boolean(subject || place || mood || tint || digit || time || season || weather || media || framing)
    }
    if (hit) known++
  }
  colors.push(...waiting)
  // 'Palm trees' are palms.
  if (subjects.has('palm')) subjects.delete('tree')
  const list: Subject[] = [...subjects].map(([name, count]) => ({ name, count }))
  return {
    key: tokens.join(' '),
    subjects: list,
    places: [...places],
    moods: [...moods],
    colors,
    spots,
    ...one,
    known: counted ? known / counted : 0,
  }
}
