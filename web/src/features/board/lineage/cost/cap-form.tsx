import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { largestCap } from '#domain/credits/largest-cap.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { branchCapsQuery, removeBranchCap, setBranchCap } from '#web/data/branch-caps.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { costTexts } from './cost-texts.ts'

/** Hundredths of what was written; null where it is no amount. */
function hundredthsOf(text: string): number | null {
  const credits = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && credits >= 0 && credits <= largestCap / 100 ? Math.round(credits * 100) : null
}

type CapFormProps = {
  projectId: string
  cardId: string
  /** A race hides what the branch has cost, and with it what is left. */
  isHidden: boolean
}

/** Sets the most that a branch may cost, or takes the cap off. */
export function CapForm({ projectId, cardId, isHidden }: CapFormProps) {
  const { data: caps = [] } = useQuery(branchCapsQuery(projectId))
  const cap = caps.find(({ generationId }) => generationId === cardId)
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const save = async (act: () => Promise<void>, title: string) => {
    setBusy(true)
    try {
      await act()
      setText(null)
      showToast({ kind: 'success', title })
    } catch (problem) {
      const description = errorMessage(problem, costTexts.capFailedText)
      showToast({ kind: 'error', title: costTexts.capFailed, description })
    } finally {
      setBusy(false)
    }
  }
  const written = text ?? (cap ? String(cap.most / 100) : '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const most = hundredthsOf(written)
    setError(most === null ? costTexts.capInvalid : null)
    if (most !== null) void save(() => setBranchCap(projectId, cardId, most), costTexts.capSet)
  }
  return (
    <form className="cap-form" onSubmit={submit}>
      <Field
        label={costTexts.cap}
        hint={cap && !isHidden ? costTexts.left(cap.most - cap.spent, cap.most) : costTexts.capHint}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        value={written}
        end={<span className="pr-3 text-12 text-muted">{costTexts.capUnit}</span>}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button kind="line" size="small" type="submit" busy={isBusy}>
          {costTexts.setCap}
        </Button>
        {cap && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => void save(() => removeBranchCap(projectId, cardId), costTexts.capRemoved)}
          >
            {costTexts.removeCap}
          </Button>
        )}
      </div>
    </form>
  )
}
