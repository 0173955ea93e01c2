import { joinClasses } from './join-classes.ts'

/** The product's name, in this one place. */
export const productName = 'Espalier'

const markPath =
  'M12 1.5a5.3 5.3 0 0 1 0 8.5 5.3 5.3 0 0 1 0-8.5ZM5 4.5a5.3 5.3 0 0 1 0 8.5 5.3 5.3 0 0 1 0-8.5ZM19 4.5a5.3 5.3 0 0 1 0 8.5 5.3 5.3 0 0 1 0-8.5ZM11.1 11.9a.9.9 0 0 1 1.8 0v5.2H15a3.1 3.1 0 0 0 3.1-3.1.9.9 0 0 1 1.8 0 4.9 4.9 0 0 1-4.9 4.9h-2.1v2.7a.9.9 0 0 1-1.8 0v-2.7H9A4.9 4.9 0 0 1 4.1 14a.9.9 0 0 1 1.8 0A3.1 3.1 0 0 0 9 17.1h2.1Z'

/** A small espaliered branch. It is always beside a text or inside a named link, so it has no name itself. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={joinClasses('size-6', className)}>
      <path d={markPath} />
    </svg>
  )
}

/** The mark with the name beside it. */
export function Wordmark() {
  return (
    <span className="display inline-flex items-center gap-2 text-[22px]/7 tracking-[-0.02em]">
      <Mark />
      {productName}
    </span>
  )
}
