import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Toaster as SonnerToaster } from 'sonner'

/** Where toasts appear: top right, below the bar, so that they cover neither the prompt box nor the zoom bar. */
export function Toaster() {
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
