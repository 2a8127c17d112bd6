import type { FormErrors, UseFormReturnType } from '@mantine/form';

/**
 * Puts the focus where the first error is, when a form is submitted with errors:
 * `form.onSubmit(save, focusFirstError(form))`.
 */
export function focusFirstError<Values extends object>(form: UseFormReturnType<Values>) {
  return (errors: FormErrors) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
}
