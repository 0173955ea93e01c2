import type { ReactNode } from 'react'
import { Grove } from '#web/features/landing/grove.tsx'
import { productName } from '#web/ui/mark.tsx'
import { PageMark } from '#web/ui/page-mark.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'

/** A page with one card in its middle. */
export const AuthFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="relative min-h-dvh overflow-clip">
    <PageMark part="auth-card" />
    <title>{`${title} · ${productName}`}</title>
    <div className="backdrop-grove absolute inset-0 opacity-25 max-sm:hidden" aria-hidden="true">
      <Grove />
    </div>
    <div className="absolute top-4 right-4 z-bar">
      <ThemeSwitch />
    </div>
    <main className="relative grid min-h-dvh place-items-center px-4 py-20">{children}</main>
  </div>
)
