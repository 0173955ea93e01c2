import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  text: string
  /** 1 where this is all that the page has. */
  level?: 1 | 2
  children?: ReactNode
}

/** What stands where a list or a page has nothing to show: why, and the way on. */
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
