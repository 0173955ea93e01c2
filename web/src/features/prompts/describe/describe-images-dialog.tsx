import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/data/http/api-error.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { describeImages, endDescriptions, waitingDescriptionsQuery } from '#web/data/words/descriptions.ts'
import { languageModelQuery } from '#web/data/words/language-model.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
import { LanguageOffer } from './language-offer.tsx'
import { bulkTexts as texts } from './texts.ts'

/** Images that one request describes. */
const maxImages = 50

type DescribeImagesDialogProps = {
  imageIds: readonly string[]
  /** Selector of the element to focus at the end if the previous one is gone. */
  returnTo: string
  onClose(): void
}

/** Has several images described in the background, after their price: what waits can be stopped, and what failed says why. */
export function DescribeImagesDialog({ imageIds, returnTo, onClose }: DescribeImagesDialogProps) {
  const { data: background } = useQuery(waitingDescriptionsQuery)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: describeImages,
    onSuccess: ({ accepted }) => announce(texts.accepted(accepted)),
    // The price may be another one now.
    onError: () => void queryClient.invalidateQueries({ queryKey: languageModelQuery.queryKey }),
  })
  const isOfThese = ({ imageId }: Refused) => imageIds.includes(imageId)
  const refused = [...(data?.refused ?? []), ...(background?.failed ?? []).filter(isOfThese)]
  const count = imageIds.length
  return (
    <Modal title={texts.title(count)} returnTo={returnTo} onClose={onClose}>
      <div className="grid min-h-0 content-start gap-4 overflow-y-auto px-6 pt-3 pb-6 max-sm:px-4">
        <LanguageOffer>
          {({ languageModel, price, language }) => (
            <>
              <p className="text-muted">
                {texts.offer(languageModel, { count, price })} {texts.yours}
              </p>
              {error && (
                <p role="alert" className="text-danger [overflow-wrap:anywhere]">
                  {errorMessage(error, texts.failed)}
                </p>
              )}
              <div className="flex justify-end">
                <Button
                  kind="solid"
                  busy={isPending}
                  reason={count > maxImages ? texts.tooMany(maxImages) : null}
                  onClick={() => mutate({ imageIds, language, price: price * count })}
                >
                  {error ? texts.again : texts.ask}
                </Button>
              </div>
            </>
          )}
        </LanguageOffer>
        {background && background.waiting > 0 && <Waiting count={background.waiting} />}
        {refused.length > 0 && <NotDescribed refused={refused} />}
      </div>
    </Modal>
  )
}

/** The number of images that wait, and what stops them. */
function Waiting({ count }: { count: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: endDescriptions,
    onSuccess: () => announce(texts.stopped),
    onError: (error) =>
      showToast({ kind: 'error', title: texts.notStopped, description: errorMessage(error, texts.tryAgain) }),
  })
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 rounded-12 bg-raised px-3 py-2.5">
      <p role="status" className="mr-auto flex items-center gap-2">
        <Spinner />
        <span>
          {texts.waiting(count)} <span className="text-muted">{texts.goesOn}</span>
        </span>
      </p>
      <Button kind="line" size="small" busy={isPending} onClick={() => mutate()}>
        {texts.stop}
      </Button>
    </div>
  )
}

type Refused = { readonly imageId: string; readonly message: string }

/** The images without a description, and why. */
function NotDescribed({ refused }: { refused: readonly Refused[] }) {
  const once = new Map(refused.map((each) => [each.imageId, each]))
  return (
    <section aria-label={texts.notDescribed} className="grid gap-2">
      <h3 className="font-medium text-13">{texts.notDescribed}</h3>
      <ul className="grid gap-2">
        {[...once.values()].map(({ imageId, message }) => (
          <li key={imageId} className="flex items-center gap-3 text-13 text-muted">
            <img src={imageAddress(imageId, 64)} alt="" className="size-10 flex-none rounded-8 object-cover" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
