import type { ReactNode } from 'react'

/** What stands where a list or a page has nothing to show: why, and the way on. */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-10 text-center">
      <h2 className="display text-28">{title}</h2>
      <p className="mb-4 max-w-[44ch] text-balance text-muted">{text}</p>
      {children}
    </div>
  )
}
