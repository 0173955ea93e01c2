import { Check, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { remarkTexts } from './remark-texts.ts'

type RemarkActsProps = { isResolved: boolean; onResolve(isResolved: boolean): void; onRemove(): void }

/** What the owner of a picture does with a comment on it: done, open again, gone. */
export function RemarkActs({ isResolved, onResolve, onRemove }: RemarkActsProps) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className="flex">
      <IconButton
        size="small"
        label={isResolved ? remarkTexts.reopen : remarkTexts.resolve}
        onClick={() => onResolve(!isResolved)}
      >
        {isResolved ? <RotateCcw /> : <Check />}
      </IconButton>
      <IconButton size="small" label={remarkTexts.remove} onClick={() => setRemoving(true)}>
        <Trash2 />
      </IconButton>
      {isRemoving && (
        <ConfirmDialog
          title={remarkTexts.removeQuestion}
          text={remarkTexts.removeText}
          confirmLabel={remarkTexts.removeConfirm}
          onConfirm={onRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
