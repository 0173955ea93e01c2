import { verifyTexts } from '#web/features/verify/texts.ts'
import { VerifyScreen } from '#web/features/verify/verify-screen.tsx'
import { OpenPage } from './open-page.tsx'

/** Where anybody verifies a picture, a public page. */
export const VerifyPage = () => <OpenPage title={verifyTexts.title}>{() => <VerifyScreen />}</OpenPage>
