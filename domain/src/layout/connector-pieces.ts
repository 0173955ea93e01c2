import type { Point, Rect } from '../geometry/rect.ts'
import type { Connector } from './connector.ts'
import { pointOnConnector } from './connector-parts.ts'

/**
 * A piece of a connector: on open ground, below cards, or the end of a line that sinks below a card. The curve of a `fade` runs from where
 * it is opaque to the edge of the card.
 */
export type ConnectorPiece = { readonly kind: 'line' | 'fade' | 'hidden'; readonly curve: Connector }

/** Points of the curve at which it is looked for cards: at most 10 canvas pixels apart on a line of two screens. */
const samples = 400
/** Halvings between two of them: to a thousandth of a pixel. */
const halvings = 14
/** Points of a piece by which its length is measured. */
const lengthSamples = 24
/** A line that touches the edge of a card is not below it, in canvas pixels. */
const edge = 0.5

type Cutting = {
  /** The cards that may lie above the line, its own two among them. */
  readonly cards: readonly Rect[]
  /** The length over which a line fades before a card, in canvas pixels; 0 for none. */
  readonly fadeLength: number
}

/** Cuts a curve where it enters or leaves a card. Its own ends are on the edges of their cards, and no entries. */
export function connectorPieces(curve: Connector, { cards, fadeLength }: Cutting): ConnectorPiece[] {
  const isHidden = (t: number) => {
    const { x, y } = pointOnConnector(curve, t)
    return cards.some(
      (card) =>
        x > card.x + edge && x < card.x + card.width - edge && y > card.y + edge && y < card.y + card.height - edge,
    )
  }
  const pieces: ConnectorPiece[] = []
  const add = (start: number, end: number, wasHidden: boolean) => {
    if (start === end) return
    if (wasHidden) pieces.push({ kind: 'hidden', curve: cutConnector(curve, start, end) })
    else pieces.push(...fadePiece(cutConnector(curve, start, end), fadeLength, { start: start > 0, end: end < 1 }))
  }
  let start = 0
  let wasHidden = isHidden(0)
  for (let sample = 1; sample <= samples; sample++) {
    const t = sample / samples
    if (isHidden(t) === wasHidden) continue
    const cut = findChange(isHidden, t - 1 / samples, t)
    add(start, cut, wasHidden)
    start = cut
    wasHidden = !wasHidden
  }
  add(start, 1, wasHidden)
  return pieces
}

/** Halves an interval down to where a predicate changes its value. */
function findChange(predicate: (t: number) => boolean, before: number, after: number): number {
  const first = predicate(before)
  let [from, to] = [before, after]
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (from + to) / 2
    if (predicate(middle) === first) from = middle
    else to = middle
  }
  return (from + to) / 2
}

/** Divides a visible piece into what is opaque and the ends that fade; one with two such ends that is too short shares its length. */
function fadePiece(
  curve: Connector,
  fadeLength: number,
  meetsCard: { readonly start: boolean; readonly end: boolean },
): ConnectorPiece[] {
  const ends = Number(meetsCard.start) + Number(meetsCard.end)
  if (ends === 0 || fadeLength === 0) return [{ kind: 'line', curve }]
  const lengths = measure(curve)
  const total = lengths.at(-1) ?? 0
  const length = Math.min(fadeLength, total / ends)
  const first = meetsCard.start ? partAt(lengths, length) : 0
  const last = meetsCard.end ? partAt(lengths, total - length) : 1
  const pieces: ConnectorPiece[] = []
  if (meetsCard.start) pieces.push({ kind: 'fade', curve: reverse(cutConnector(curve, 0, first)) })
  if (last > first) pieces.push({ kind: 'line', curve: cutConnector(curve, first, last) })
  if (meetsCard.end) pieces.push({ kind: 'fade', curve: cutConnector(curve, last, 1) })
  return pieces
}

/** The length of a curve up to each of its samples. */
function measure(curve: Connector): number[] {
  const lengths = [0]
  let before = curve.from
  for (let sample = 1; sample <= lengthSamples; sample++) {
    const point = pointOnConnector(curve, sample / lengthSamples)
    lengths.push((lengths.at(-1) ?? 0) + Math.hypot(point.x - before.x, point.y - before.y))
    before = point
  }
  return lengths
}

/** The part of a curve, from 0 to 1, at which it has reached a length. */
function partAt(lengths: readonly number[], length: number): number {
  const next = lengths.findIndex((reached) => reached >= length)
  if (next <= 0) return next === 0 ? 0 : 1
  const [from, to] = [lengths[next - 1] ?? 0, lengths[next] ?? 0]
  return (next - 1 + (to === from ? 0 : (length - from) / (to - from))) / lengthSamples
}

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })

/** The part of a curve between two of its parameters, by de Casteljau's algorithm. */
function cutConnector(curve: Connector, start: number, end: number): Connector {
  const [, after] = splitConnector(curve, start)
  const [part] = splitConnector(after, start === 1 ? 1 : (end - start) / (1 - start))
  return part
}

function splitConnector({ from, control1, control2, to }: Connector, t: number): [Connector, Connector] {
  const [first, second, third] = [between(from, control1, t), between(control1, control2, t), between(control2, to, t)]
  const [left, right] = [between(first, second, t), between(second, third, t)]
  const middle = between(left, right, t)
  return [
    { from, control1: first, control2: left, to: middle },
    { from: middle, control1: right, control2: third, to },
  ]
}

const reverse = ({ from, control1, control2, to }: Connector): Connector => ({
  from: to,
  control1: control2,
  control2: control1,
  to: from,
})
