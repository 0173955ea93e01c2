const addresses = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** The four pictures of each card. */
export const grovePlaces = [1, 2, 3, 4] as const

/** The address of a picture, by its name: the card's, a hyphen, and its number from 1. */
export const grovePicture = (name: string): string | undefined => addresses[`./pictures/${name}.webp`]
