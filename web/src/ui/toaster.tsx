import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'
import 'sonner/dist/styles.css'
import { connectToaster, type Toast } from './toast.ts'

/** A toast with the same id or text as a visible one replaces it. */
function show({ id, kind, title, description, action }: Toast, openPage: (to: string) => void): void {
  const onClick = action && ('to' in action ? () => openPage(action.to) : action.run)
  sonner[kind](title, {
    id: id ?? `${title}\n${description ?? ''}`,
    ...(description !== undefined && { description }),
    ...(action && onClick && { action: { label: action.label, onClick }, duration: 10_000 }),
  })
}

/** The place of toasts: top right, below the bar, so that they cover neither the prompt box nor the zoom bar. */
export function Toaster() {
  const navigate = useNavigate()
  useEffect(() => connectToaster((toast) => show(toast, (to) => void navigate({ to }))), [navigate])
  return (
    <SonnerToaster
      position="top-right"
      offset={{ top: 72, right: 16 }}
      mobileOffset={{ top: 60, right: 16, left: 16 }}
      className="toaster"
      duration={5_000}
      icons={{ success: <CircleCheck />, info: <Info />, error: <TriangleAlert /> }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', actionButton: 'button button-line button-small' },
      }}
    />
  )
}
