import type { ReactNode } from 'react'

type PartProps = { children: ReactNode }

/** The bar over the bottom of the picture. */
export const EditorFoot = ({ children }: PartProps) => (
  <div className="edit-bottom absolute bottom-5 left-[calc(50%_+_24px)] z-tools grid w-[min(824px,calc(100%_-_112px))] -translate-x-1/2 grid-cols-1 gap-2 max-sm:bottom-2 max-sm:left-2 max-sm:w-[calc(100%_-_16px)] max-sm:translate-none max-sm:gap-1.5">
    {children}
  </div>
)

/** The content of the panel beside the picture, which scrolls. */
export const EditorPanelBody = ({ children }: PartProps) => (
  <div className="edit-panel-body min-h-0 flex-1 overflow-y-auto pb-6">{children}</div>
)

/** One line of the panel: a name, and its control. */
export const SettingRow = ({ children }: PartProps) => (
  <div className="edit-setting grid min-h-8 grid-cols-[84px_minmax(0,1fr)] items-center gap-3 text-13">{children}</div>
)
