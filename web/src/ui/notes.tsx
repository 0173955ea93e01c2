import { Info } from 'lucide-react'

/** Warnings about something, below it; renders nothing without any. */
export function Notes({ label, notes }: { label: string; notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label={label} className="mt-4 grid gap-1.5 text-13 text-muted">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {note}
        </li>
      ))}
    </ul>
  )
}
