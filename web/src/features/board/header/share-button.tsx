import { Share2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { headerTexts } from './texts.ts'

/** Copies the address of the canvas. */
export function ShareButton({ projectId }: { projectId: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/project/${projectId}`)
      showToast({ kind: 'success', title: headerTexts.copied, description: headerTexts.copiedWhat })
    } catch {
      showToast({ kind: 'error', title: headerTexts.notCopied, description: headerTexts.notCopiedWhy })
    }
  }
  return (
    <IconButton
      label={headerTexts.share}
      // Beside the pill of what runs a phone has no room for it.
      className="max-sm:[[role=status]:not(:empty)~&]:hidden"
      onClick={() => void copy()}
    >
      <Share2 />
    </IconButton>
  )
}
