import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import type { AnyEndpoint, ResponseOf } from '#contracts/endpoint.ts'
import { call, type CallInput } from './call.ts'
import { transportOf } from './query.ts'

type Options<E extends AnyEndpoint> = Omit<
  UseMutationOptions<ResponseOf<E>, Error, CallInput<E>>,
  'mutationFn'
>

/** A mutation that calls the endpoint: `const save = useCall(saveStore); save.mutate({ body })`. */
export function useCall<E extends AnyEndpoint>(endpoint: E, options: Options<E> = {}) {
  const client = useQueryClient()
  return useMutation({
    ...options,
    mutationFn: (input: CallInput<E>) => call(transportOf(client), endpoint, input),
  })
}
