/** What can be saved. `savedId` is a product's id among the saved ones, where it is known. */
export type SaveSubject =
  | { kind: 'store'; storeId: number; name: string }
  | { kind: 'product'; productId: string; name: string; savedId?: number | null | undefined }

/** As the subject's `id` stands in every answer: a number for stores, a text for products. */
export type SubjectId = number | string

export const idOfSubject = (subject: SaveSubject): SubjectId =>
  subject.kind === 'store' ? subject.storeId : subject.productId
