import { type FormEvent, useState } from 'react'
import { errorMessage } from '#web/data/api-error.ts'
import { nameVisitor } from '#web/data/shared/shared-board.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

const longestName = 60

/** Asks a visitor for a name, then goes on with what needed one; nothing while nobody is asked. */
export function NameDialog({ review }: { review: Review }) {
  const goOn = useStore(review.naming)
  return goOn && <OpenNameDialog review={review} goOn={goOn} />
}

function OpenNameDialog({ review, goOn }: { review: Review; goOn(): void }) {
  const { id, naming, visitorName } = review
  const [name, setName] = useState(visitorName.get() ?? '')
  const [error, setError] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    try {
      visitorName.set(await nameVisitor(id, name))
      naming.set(null)
      goOn()
    } catch (failed) {
      setError(errorMessage(failed, reviewTexts.tryAgain))
    }
  }

  return (
    <Modal title={reviewTexts.name.title} returnTo="main" onClose={() => naming.set(null)}>
      <form className="grid gap-4 px-6 pb-6" onSubmit={(event) => void submit(event)}>
        <p className="text-muted">{reviewTexts.name.text}</p>
        <Field
          label={reviewTexts.name.label}
          value={name}
          error={error}
          maxLength={longestName}
          autoComplete="given-name"
          data-first-focus
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex justify-end">
          <Button kind="solid" type="submit">
            {reviewTexts.name.go}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
