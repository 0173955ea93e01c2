import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { errorMessage } from '#web/data/http/api-error.ts'
import { useStore } from '#web/data/store.ts'
import { languageModelQuery } from '#web/data/words/language-model.ts'
import { Spinner } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { ConnectLanguageModel } from '../field/connect-language-model.tsx'
import { descriptionLanguage, languageOptions } from './description-language.ts'
import { describeTexts as texts } from './texts.ts'

type Offer = {
  readonly languageModel: string
  /** Of one description, in hundredths of a credit. */
  readonly price: number
  /** Tag of the chosen language. */
  readonly language: string
}

type LanguageOfferProps = {
  /** The offer and what it does, below the choice of the language. */
  children(offer: Offer): ReactNode
}

/** The language model that describes images, and the language of choice; without one, what connects it. */
export function LanguageOffer({ children }: LanguageOfferProps) {
  const offer = useQuery(languageModelQuery)
  const language = useStore(descriptionLanguage)
  const languages = useMemo(languageOptions, [])
  if (offer.isPending)
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner /> {texts.loading}
      </p>
    )
  if (offer.isError)
    return <LoadFailedLine text={errorMessage(offer.error, texts.failed)} onTryAgain={() => void offer.refetch()} />
  const { languageModel, price } = offer.data
  if (languageModel === null)
    return <ConnectLanguageModel missing={texts.missing} returnTo="[data-connect-language-model]" onLeave={null} />
  return (
    <div className="grid gap-3">
      <SelectField label={texts.language} value={language} options={languages} onChange={descriptionLanguage.set} />
      {children({ languageModel, price, language })}
    </div>
  )
}
