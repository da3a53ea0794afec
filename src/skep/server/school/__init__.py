"""The school on the server: lessons as pages need them, judging, and what people have learned."""
