import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  text: string
  /** 1 where the page has nothing else. */
  level?: 1 | 2
  children?: ReactNode
}

/** Replaces an empty list or page: the reason, and the next step. */
export function EmptyState({ title, text, level = 2, children }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="grid justify-items-center gap-1 px-6 py-10 text-center">
      <Heading className="display text-28">{title}</Heading>
      <p className="mb-4 max-w-[44ch] text-balance text-muted">{text}</p>
      {children}
    </div>
  )
}
