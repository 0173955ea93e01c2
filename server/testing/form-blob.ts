/**
 * A form as it is sent, in one piece: a form's own stream continues to write after the server has ended it, an error that only
 * the test run reports.
 */
export const formBlob = (form: FormData): Promise<Blob> => new Response(form).blob()
