import { commentsEmail, type VisitOfReviewer } from './email-texts.ts'
import type { Mailer } from './mailer.ts'

/** What an email about a visit says, with the project that its link opens. */
type ReportedVisit = Omit<VisitOfReviewer, 'address' | 'settings'> & { readonly to: string; readonly projectId: string }

/** Sends emails about the visits of reviewers. Their links lead to this server's own pages. */
export function createVisitMail(mailer: Mailer, publicUrl: string) {
  const page = (path: string) => new URL(path, publicUrl).href
  return ({ to, projectId, ...visit }: ReportedVisit): Promise<void> =>
    mailer.send(
      commentsEmail(to, {
        ...visit,
        address: page(`/project/${projectId}?comments=open`),
        settings: page('/manage-account'),
      }),
    )
}
