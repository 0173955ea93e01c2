import { picturesEdition } from '#domain/styles/pictures-edition.ts'
import type { SampleStyle } from '#domain/styles/sample-style.ts'

/** Number of example pictures a sample style has. */
const examplesPerStyle = 6

const address = (name: string) => `/styles/${picturesEdition}/${name}.webp`

/** The address of a sample style's cover. It is immutable: new pictures get a new folder. */
export const sampleCoverUrl = ({ slug }: SampleStyle) => address(`${slug}-cover`)

/** The addresses of its example pictures, in order. */
export const sampleExampleUrls = ({ slug }: SampleStyle) =>
  Array.from({ length: examplesPerStyle }, (_, index) => address(`${slug}-${index + 1}`))
