"""What may stand in an address for a thing of the firm. Importing this module registers the converters."""

from django.urls import register_converter


class MatterNumber:
    """``<matter:number>``: a matter's number; no slash, no control characters, at most 40 characters."""

    regex = r"[^/\x00-\x1f\x7f]{1,40}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(MatterNumber, "matter")
