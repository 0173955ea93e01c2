import type { StarterName } from '#domain/starters/starters.ts'

const addresses = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })
const places = [1, 2, 3, 4] as const

/** The addresses of a starter's four pictures: of its first card, then of its branches. */
export const starterPictures = (name: StarterName): string[] =>
  places.map((place) => addresses[`./pictures/${name}-${place}.webp`] ?? '')
