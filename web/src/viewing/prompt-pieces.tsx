import type { TextPiece } from '#domain/lineage/text-difference.ts'
import './prompt-pieces.css'

/** A prompt with removed and added text marked, also for screen readers. */
export function PromptPieces({ pieces }: { pieces: readonly TextPiece[] }) {
  return (
    <p className="prompt-pieces">
      {pieces.map(({ kind, text }, place) => {
        const key = `${place} ${kind}`
        if (kind === 'removed') return <del key={key}>{text}</del>
        if (kind === 'added') return <ins key={key}>{text}</ins>
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}
