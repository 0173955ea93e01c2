import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

type PartProps = { className?: string; children: ReactNode }

/** The content of a floating panel, which scrolls. */
export const PanelBody = ({ className, children }: PartProps) => (
  <div className={joinClasses('flex min-h-0 flex-col gap-2.5 overflow-y-auto px-3.5 pb-3', className)}>{children}</div>
)

/** The buttons below the content of a floating panel. */
export const PanelFoot = ({ className, children }: PartProps) => (
  <footer
    className={joinClasses('flex flex-none items-center gap-2 border-hairline border-t px-3.5 py-2.5', className)}
  >
    {children}
  </footer>
)
