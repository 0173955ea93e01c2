import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Mark } from '#web/ui/mark.tsx'
import { productName } from '#web/ui/product-name.ts'

/** The calm card in which people sign in, sign up and follow the links of letters. */
export const AuthCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="island relative grid w-full max-w-[400px] gap-5 rounded-20! p-10 max-sm:p-6">
    <Link to="/" aria-label={productName} className="justify-self-start rounded-6">
      <Mark className="size-7" />
    </Link>
    <h1 className="display mb-2 text-[34px]/10 tracking-[-0.022em]">{title}</h1>
    {children}
  </div>
)
