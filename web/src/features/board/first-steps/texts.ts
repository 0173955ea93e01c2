import type { FirstStep } from '#domain/account/first-steps.ts'

/** Words of the hints for a new person. */
export const firstStepTexts = {
  label: (place: number, count: number) => `First step ${place} of ${count}`,
  place: (place: number, count: number) => `${place} of ${count}`,
  close: 'Show no more hints',
} as const

export const stepTexts: Readonly<Record<FirstStep, string>> = {
  make: 'Write what you want to see, then press Go.',
  star: 'Star the image that you like best: it becomes the face of its card.',
  branch: 'Press + at the edge of an image to branch from it.',
}
