/** What each medium does to the whole sheet once the drawing is done. */
import type { Sheet } from './context.ts'
import { flatten, paperEdges } from './flat.ts'
import { blueprint, neon, woodcut } from './line-art.ts'
import type { MediaName } from './media.ts'
import { inkWear, margin, misregister, paperTooth, vignette, woodGrain } from './paper.ts'
import { pixelate } from './pixels.ts'
import { repaint } from './strokes.ts'
import { bloom, cel, chalk, film, noir, sumi } from './tone.ts'

const steps: Record<MediaName, (s: Sheet) => void> = {
  gouache: (s) => {
    repaint(s, { sizes: [0.013], length: 3.4, relief: 0.045, jitter: 0.016, keep: 0.92 })
    paperTooth(s, 0.05)
  },
  riso: (s) => {
    misregister(s, 0.0016)
    inkWear(s, 0.12, 0.05)
    paperTooth(s, 0.05)
  },
  woodblock: (s) => {
    woodGrain(s, 0.09)
    inkWear(s, 0.06, 0.012)
    paperTooth(s, 0.06)
    margin(s, 0.034, 0.0012)
  },
  poster: (s) => {
    flatten(s, 11, 0.0012)
    bloom(s, 0, 1.16)
    inkWear(s, 0.07, 0.02)
    paperTooth(s, 0.045)
    margin(s, 0.045, 0.0004)
  },
  cutpaper: (s) => {
    flatten(s, 10, 0.0016)
    paperEdges(s, 0.36)
    paperTooth(s, 0.13)
  },
  watercolour: (s) => {
    inkWear(s, 0.22, 0.02)
    paperTooth(s, 0.1)
    margin(s, 0.03, 0.009)
  },
  ink: (s) => {
    sumi(s)
    paperTooth(s, 0.07)
  },
  oil: (s) => repaint(s, { sizes: [0.034, 0.0125], length: 3, relief: 0.2, jitter: 0.075, keep: 0.42 }),
  woodcut: (s) => {
    woodcut(s)
    paperTooth(s, 0.06)
    margin(s, 0.03, 0.002)
  },
  pixel: (s) => pixelate(s),
  blueprint: (s) => {
    blueprint(s)
    paperTooth(s, 0.04)
  },
  neon: (s) => {
    neon(s)
    vignette(s, 0.3)
  },
  noir: (s) => {
    vignette(s, 0.4)
    noir(s)
  },
  pastel: (s) => {
    repaint(s, { sizes: [0.014], length: 7, relief: 0.1, jitter: 0.09, keep: 0.5 })
    chalk(s)
    paperTooth(s, 0.1)
  },
  print: (s) => {
    paperTooth(s, 0.045)
    vignette(s, 0.06)
  },
  minimal: (s) => {
    flatten(s, 6, 0.0022)
    paperTooth(s, 0.03)
  },
  anime: (s) => {
    bloom(s, 0.75, 1.42)
    cel(s)
  },
  photo: (s) => {
    bloom(s, 0.7, 0.9)
    film(s)
    vignette(s, 0.42)
  },
}

export const finishSheet = (sheet: Sheet, media: MediaName): void => steps[media](sheet)
