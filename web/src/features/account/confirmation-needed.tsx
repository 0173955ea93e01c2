import { requestConfirmation } from '#web/data/account-emails.ts'
import { LetterSent } from './letter-sent.tsx'
import { accountTexts } from './texts.ts'

/** For an account whose email is not confirmed yet: nobody is signed in before. */
export const ConfirmationNeeded = ({ email }: { email: string }) => (
  <LetterSent
    title={accountTexts.confirm.neededTitle}
    text={accountTexts.confirm.needed(email)}
    sendAgain={() => requestConfirmation(email)}
  />
)
