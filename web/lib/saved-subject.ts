/** An item that can be saved. `savedId` is a product's id in the saved list, if known. */
export type SaveSubject =
  | { kind: 'store'; storeId: number; name: string }
  | { kind: 'product'; productId: string; name: string; savedId?: number | null | undefined }

/** The type of the subject's `id` in every answer: a number for stores, a string for products. */
export type SubjectId = number | string

export const idOfSubject = (subject: SaveSubject): SubjectId =>
  subject.kind === 'store' ? subject.storeId : subject.productId
