import type { BranchKind } from '#contract/generation.ts'
import { branchingTexts } from './texts.ts'

/** What the dialog offers. Motion has no panel yet; its prompt waits here for the day it does. */
export const branchOptions = ['enhance', 'remix', 'motion'] as const satisfies readonly (BranchKind | 'motion')[]
export type BranchOption = (typeof branchOptions)[number]

/** What the prompt panel is filled with at first. */
export const prefilledPrompts: Readonly<Record<BranchOption, string>> = {
  enhance: 'Improve quality and add more details',
  remix: 'Create a variation with a different artistic style',
  motion: 'Animate this image',
}

/** An option's name and what it does, for people. */
export const optionTexts = (option: BranchOption) => branchingTexts.kinds[option]
