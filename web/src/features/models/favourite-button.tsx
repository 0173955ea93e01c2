import { Star } from 'lucide-react'
import type { ModelShape } from '#contract/model.ts'
import { useAccountState } from '#web/data/account/account-state.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { favourModel } from '#web/data/models/models.ts'
import { IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { modelTexts } from './texts.ts'

/** Marks a model as a favourite, which comes first in the picker. Takes effect at once. */
export function FavouriteButton({ model }: { model: Pick<ModelShape, 'name' | 'value' | 'isFavourite'> }) {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  const { name, value, isFavourite } = model
  const turn = () =>
    favourModel({ model: value, isFavourite: !isFavourite }).catch((error: unknown) =>
      showToast({
        kind: 'error',
        title: modelTexts.favourFailed,
        description: errorMessage(error, modelTexts.noConnection),
      }),
    )
  return (
    <IconButton
      label={isFavourite ? modelTexts.unfavour(name) : modelTexts.favour(name)}
      aria-pressed={isFavourite}
      onClick={() => void turn()}
    >
      <Star className={isFavourite ? 'fill-current' : ''} />
    </IconButton>
  )
}
