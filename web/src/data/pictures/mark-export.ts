import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import { composedSource, type DigitalSource } from '#domain/records/digital-source.ts'
import { withXmpChunk } from '#domain/records/png-xmp-chunk.ts'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'

/** Derives the digital source of a file that shows cards, from their models and those of the cards before them. */
export function sourceOfCards(
  board: Pick<BoardStore, 'cards' | 'getGeneration'>,
  ids: Iterable<string>,
): DigitalSource | null {
  const shown = new Set(
    [...ids].flatMap((id) => pathFromRoot(id, (each) => board.cards.get(each)).map((card) => card.id)),
  )
  return composedSource([...shown].map((id) => board.getGeneration(id)?.model ?? null))
}

/** Marks a PNG that shows pictures of these models, one after the other. */
export const markedPngOf = (png: Blob, models: readonly (string | null)[]): Promise<Blob> =>
  markedPng(png, composedSource(models))

/** Marks a PNG that the page has painted. @param source null: it stays as it is. */
export async function markedPng(png: Blob, source: DigitalSource | null): Promise<Blob> {
  if (source === null) return png
  const packet = new TextEncoder().encode(xmpPacket({ record: null, source }))
  return new Blob([...withXmpChunk(new Uint8Array(await png.arrayBuffer()), packet)], { type: 'image/png' })
}
