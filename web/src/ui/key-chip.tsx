import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** The name of a key or of keys that are pressed together. */
export const KeyChip = ({ className, children }: { className?: string; children: ReactNode }) => (
  <kbd
    className={joinClasses(
      'key rounded-4 bg-raised px-1.5 py-0 font-sans text-12/5 font-medium tracking-[0] text-muted',
      className,
    )}
  >
    {children}
  </kbd>
)
