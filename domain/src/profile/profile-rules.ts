import { type AddressNetwork, bareHandle, completeAddress, isHandle, isPageOf } from './social-links.ts'
import { usernamePattern } from './username.ts'

/** The rules of one field: its normal form, and the fault of a wrong value. */
export type FieldRule = {
  /** In characters, as typed: with the @ before a handle. */
  readonly shortest: number
  readonly longest: number
  clean(typed: string): string
  /** An error as a sentence, or null. */
  problem(kept: string): string | null
}

const nul = '\u0000'
const maxAddressLength = 200

const textRule = (shortest: number, longest: number): FieldRule => ({
  shortest,
  longest,
  clean: (typed) => typed.trim(),
  problem(kept) {
    if (kept.includes(nul) || !kept.isWellFormed()) return 'Contains characters that are not text.'
    const { length } = [...kept]
    if (length < shortest) return 'Must not be blank.'
    return length > longest ? `At most ${longest} characters.` : null
  },
})

const handleRule: FieldRule = {
  shortest: 0,
  longest: 31,
  clean: bareHandle,
  problem: (kept) => (kept === '' || isHandle(kept) ? null : 'Only letters, digits, “_”, “.” and “-”, at most 30.'),
}

const pageRule = (network: AddressNetwork, example: string): FieldRule => ({
  shortest: 0,
  longest: maxAddressLength,
  clean: completeAddress,
  problem(kept) {
    if (kept === '') return null
    if (kept.length > maxAddressLength) return `At most ${maxAddressLength} characters.`
    return isPageOf(network, kept) ? null : `Enter an address like ${example}.`
  },
})

/** The rule of every field that the user may write: the same on the server and in the form. */
export const profileRules = {
  firstName: textRule(1, 100),
  username: {
    shortest: 3,
    longest: 31,
    clean: (typed) => bareHandle(typed).toLowerCase(),
    problem: (kept) => (usernamePattern.test(kept) ? null : 'Use 3 to 30 characters: a to z, 0 to 9, “_” and “.”.'),
  },
  bio: textRule(0, 500),
  instagram: handleRule,
  tiktok: handleRule,
  threads: handleRule,
  twitter: handleRule,
  youtube: pageRule('youtube', 'https://youtube.com/@name'),
  facebook: pageRule('facebook', 'https://facebook.com/name'),
} as const satisfies Record<string, FieldRule>

/** A field that the user may write. */
export type ProfileField = keyof typeof profileRules
