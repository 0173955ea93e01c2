import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ReviewScreen } from '#web/features/review/review-screen.tsx'
import { useFirstInput } from '#web/ui/focus.ts'
import { productName } from '#web/ui/mark.tsx'
import { warmPopups } from '#web/ui/popups.tsx'
import { appTexts } from '../texts.ts'

/** The page of a review link. Its secret is behind the #, which is not sent to servers. */
export function SharedPage() {
  const navigate = useNavigate()
  const [token] = useState(() => location.hash.slice(1))
  useFirstInput(warmPopups)
  return (
    <>
      <title>{`${appTexts.titles.shared} · ${productName}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <ReviewScreen
        token={token}
        onCopied={(projectId) => void navigate({ to: '/project/$projectId', params: { projectId } })}
      />
    </>
  )
}
