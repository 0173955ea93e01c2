import { type AddressNetwork, bareHandle, completeAddress, isHandle, isPageOf } from './social-links.ts'
import { usernamePattern } from './username.ts'

/** How one field is kept, and what is wrong with it: a sentence, or null. */
export type FieldRule = { clean(typed: string): string; problem(kept: string): string | null }

const nul = '\u0000'
const longestAddress = 200

const textRule = (fewest: number, most: number): FieldRule => ({
  clean: (typed) => typed.trim(),
  problem(kept) {
    if (kept.includes(nul)) return 'Contains characters that are not text.'
    const { length } = [...kept]
    if (length < fewest) return 'Must not be blank.'
    return length > most ? `At most ${most} characters.` : null
  },
})

const handleRule: FieldRule = {
  clean: bareHandle,
  problem: (kept) =>
    kept === '' || isHandle(kept) ? null : 'Only letters, digits, “_”, “.” and “-”, at most 30.',
}

const pageRule = (network: AddressNetwork, example: string): FieldRule => ({
  clean: completeAddress,
  problem(kept) {
    if (kept === '') return null
    if (kept.length > longestAddress) return `At most ${longestAddress} characters.`
    return isPageOf(network, kept) ? null : `Enter an address like ${example}.`
  },
})

/** The rule of every field that its owner may write: the same on the server and in the form. */
export const profileRules = {
  firstName: textRule(1, 100),
  username: {
    clean: (typed) => bareHandle(typed).toLowerCase(),
    problem: (kept) =>
      usernamePattern.test(kept) ? null : 'Use 3 to 30 characters: a to z, 0 to 9, “_” and “.”.',
  },
  bio: textRule(0, 500),
  instagram: handleRule,
  tiktok: handleRule,
  threads: handleRule,
  twitter: handleRule,
  youtube: pageRule('youtube', 'https://youtube.com/@name'),
  facebook: pageRule('facebook', 'https://facebook.com/name'),
} as const satisfies Record<string, FieldRule>

export type ProfileField = keyof typeof profileRules
