import { ApiError } from '#web/api/api-error.ts'

type Details = Partial<ConstructorParameters<typeof ApiError>[2]> & { message?: string }

/** What a refused call rejects with. */
export const apiError = (
  code: string,
  status: number,
  { message = '', ...details }: Details = {},
) => new ApiError(code, message, { status, requestId: null, ...details })
