import { toast } from 'sonner'

export type Toast = {
  kind: 'success' | 'info' | 'error'
  title: string
  description?: string | undefined
  action?: { label: string; run(): void }
}

/** Shows a toast. One that says the same as a toast on the screen takes its place. */
export function showToast({ kind, title, description, action }: Toast): void {
  toast[kind](title, {
    id: `${title}\n${description ?? ''}`,
    ...(description !== undefined && { description }),
    ...(action && { action: { label: action.label, onClick: action.run }, duration: 10_000 }),
  })
}
